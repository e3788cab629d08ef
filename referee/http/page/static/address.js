// Which screen an address names, with the token that a link may carry.

/** @param {Location} address
 * @returns {Route} */
export function routeOf({ pathname, search, hash }) {
  const match = /^\/m\/([A-Za-z0-9_-]+)$/.exec(pathname);
  const query = new URLSearchParams(search);
  if (match) return { page: 'match', id: match[1], view: query.get('view'), at: Number(query.get('at')) || null, token: hash.slice(1) || null };
  const join = /^\/j\/([A-Za-z0-9]+)$/.exec(pathname);
  return join ? { page: 'join', code: join[1].toUpperCase() } : { page: 'start' };
}
