// What runs first at every address: it asks for words and match while the page itself is still on its way, then begins that.
import { routeOf } from './address.js';
import { askEarly } from './early.js';

askEarly(routeOf(location));
const [, first] = location.pathname.split('/');
(first === 'league' ? import('./league.js') : first === 'n' || first === 'nights' ? import('./night/main.js') : import('./app.js')).then((page) => page.begin());
