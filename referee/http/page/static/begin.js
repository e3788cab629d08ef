// What runs first at every address: it asks for words and match while the page itself is still on its way, then begins that.
import { routeOf } from './address.js';
import { askEarly } from './early.js';

askEarly(routeOf(location));
(location.pathname === '/league' ? import('./league.js') : import('./app.js')).then((page) => page.begin());
