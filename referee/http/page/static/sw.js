// Keeps the page itself for days without network. Never touches the API: what the referee says is never taken from here.
const SHELF = 'referee-page';

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

const NIGHTS = /^\/n(ights$|\/)/;
/** The page is the same for every match, and for every club night: one copy of each serves all its addresses. */
const nameOf = (request) => (request.mode !== 'navigate' ? request.url : NIGHTS.test(new URL(request.url).pathname) ? '/nights' : '/');

/** Whether the referee has answered, and not a portal or a proxy in its place. */
const isOurs = (reply) => reply.ok && reply.headers.has('Referee-Version');

async function fromNetwork(request) {
  const reply = await fetch(request);
  if (isOurs(reply)) (await caches.open(SHELF)).put(nameOf(request), reply.clone());
  return reply;
}

async function answer(request) {
  const known = await caches.match(nameOf(request));
  const fixed = new URL(request.url).pathname.startsWith('/static/');
  if (known && fixed) return known;
  try {
    const reply = await fromNetwork(request);
    return known && !isOurs(reply) ? known : reply;
  } catch (error) {
    if (known) return known;
    throw error;
  }
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  const ours = request.mode === 'navigate' ? /^\/($|m\/|j\/)/.test(pathname) || NIGHTS.test(pathname) : /^\/(static|words)\//.test(pathname);
  if (request.method === 'GET' && origin === location.origin && ours) event.respondWith(answer(request));
});
