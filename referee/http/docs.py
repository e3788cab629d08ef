"""Pages."""
CSS=""
def page(d): return ""
def html(title, body, lang): return str(body)
