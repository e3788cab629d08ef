// Reads matches with what was recorded after them, a JSON text a line, and prints what the page makes of each (test_pending.py).
import './support.js';
import { createInterface } from 'node:readline';

const { withPending } = await import('../../referee/http/page/static/pending.js');
const { winnerOf } = await import('../../referee/http/page/static/judge.js');

for await (const line of createInterface({ input: process.stdin })) {
  const { match, facts, plays, trump, identical } = JSON.parse(line);
  if (plays) {
    console.log(JSON.stringify(winnerOf(plays, trump, identical)));
    continue;
  }
  const { next, deal, unscored = 0 } = withPending(match, facts.map((fact) => ({ fact })));
  const bids = deal.bids.map(({ seat, bid, trump }) => ({ seat, bid, ...(trump && { trump }) }));
  const tricks = deal.tricks.map(({ plays: cards, ...trick }) => ({ ...trick, plays: cards.map(({ seat, card }) => ({ seat, card })) }));
  console.log(JSON.stringify({ next, deal: { ...deal, bids, tricks }, unscored }));
}
