/* The first round of a whist tournament that is developed by adding one: every difference once between partners, twice
   between opponents. whist PLAYERS SEED SECONDS [1: over three by three]; -1 stands for the player who keeps the seat. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state;
static uint64_t chance(void) {
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return state;
}
static int n, moving, seats, square, row[64], partner[64], opponent[64];

static int difference(int a, int b) {
  if (square) {
    int x = (a / 3 - b / 3 + 3) % 3, y = (a % 3 - b % 3 + 3) % 3;
    int one = x * 3 + y, other = (3 - x) % 3 * 3 + (3 - y) % 3;
    return one < other ? one : other;
  }
  int d = (a - b) % moving;
  if (d < 0) d += moving;
  return d < moving - d ? d : moving - d;
}

static int off(int found, int wanted, int weight) { return weight * (found - wanted) * (found - wanted); }

static int table(int at, int sign) {
  int change = 0;
  if (at >= seats) return 0;
  for (int a = 0; a < 4; ++a)
    for (int b = a + 1; b < 4; ++b) {
      int x = row[at + a], y = row[at + b];
      if (x < 0 || y < 0) continue;
      int *count = b - a == 2 ? &partner[difference(x, y)] : &opponent[difference(x, y)];
      int wanted = b - a == 2 ? 1 : 2, weight = b - a == 2 ? 3 : 1;
      change -= off(*count, wanted, weight);
      *count += sign;
      change += off(*count, wanted, weight);
    }
  return change;
}

int main(int argc, char **argv) {
  n = atoi(argv[1]); state = strtoull(argv[2], 0, 10) * 0x9E3779B97F4A7C15u + 1; square = argc > 4;
  moving = n % 4 ? n : n - 1; seats = n / 4 * 4;
  for (int at = 0; at < n; ++at) row[at] = n % 4 ? at : at - 1;
  clock_t until = clock() + (clock_t)(atof(argv[3]) * CLOCKS_PER_SEC);
  for (long tries = 1; clock() < until; ++tries) {
    for (int at = n - 1; at > 0; --at) { int other = chance() % (at + 1), kept = row[at]; row[at] = row[other]; row[other] = kept; }
    int cost = 0;
    for (int d = 0; d < 64; ++d) partner[d] = opponent[d] = 0;
    for (int d = 1; d < moving; ++d) if (difference(d, 0) == d) cost += off(0, 1, 3) + off(0, 2, 1);
    for (int at = 0; at < seats; at += 4) cost += table(at, 1);
    long steps = 3000000;
    for (long step = 0; step < steps && cost; ++step) {
      double heat = 2.2 * pow(0.45 / 2.2, (double)step / steps);
      int a = chance() % n, b = chance() % n, ta = a / 4 * 4, tb = b / 4 * 4;
      if (a == b) continue;
      int change = table(ta, -1) + (tb != ta ? table(tb, -1) : 0), kept = row[a];
      row[a] = row[b]; row[b] = kept;
      change += table(ta, 1) + (tb != ta ? table(tb, 1) : 0);
      if (change > 0 && (chance() >> 11) * 0x1p-53 >= exp(-change / heat)) {
        table(ta, -1); if (tb != ta) table(tb, -1);
        kept = row[a]; row[a] = row[b]; row[b] = kept;
        table(ta, 1); if (tb != ta) table(tb, 1);
      } else cost += change;
    }
    if (!cost) {
      printf("%d", n);
      for (int at = 0; at < n; ++at) printf(" %d", row[at]);
      puts("");
      return 0;
    }
  }
  return 1;
}
