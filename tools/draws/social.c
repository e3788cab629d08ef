/* Draws for a social evening: nobody partners anybody twice while that is possible, and pairs meet again as little as possible.

   search PLAYERS ROUNDS SEED SECONDS: prints `repeats partners_repeated` and one line a round, players from 0, four to a
   table in the order N E S W, who sits out last. Simulated annealing: two players of a round change places. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 64, ROUNDS = 16 };
static int n, rounds, seats;
static int order[ROUNDS][MOST], best[ROUNDS][MOST];
static int met[MOST][MOST], partnered[MOST][MOST];
static uint64_t state;

static uint64_t chance(void) {
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return state;
}

/* Partners weigh most: what one meeting more costs, by how many there are. */
static double meeting(int count) { return count == 0 ? 0 : 1 + 0.02 * (count - 1); }
static double partnering(int count) { return count == 0 ? 0 : 12.0 * count; }

static double put(int a, int b, int partners, int sign) {
  double cost = 0;
  int *m = &met[a < b ? a : b][a < b ? b : a], *p = &partnered[a < b ? a : b][a < b ? b : a];
  if (sign > 0) {
    cost += meeting(*m); ++*m;
    if (partners) { cost += partnering(*p); ++*p; }
  } else {
    --*m; cost -= meeting(*m);
    if (partners) { --*p; cost -= partnering(*p); }
  }
  return cost;
}

static double seat(const int *table, int at, int sign) {
  double cost = 0;
  for (int other = 0; other < 4; ++other)
    if (other != at) cost += put(table[at], table[other], (other ^ at) == 2, sign);
  return cost;
}

static double whole(const int *table, int sign) {
  double cost = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = a + 1; b < 4; ++b) cost += put(table[a], table[b], b - a == 2, sign);
  return cost;
}

static double swap(int round, int a, int b) {
  int *row = order[round], ta = a / 4 * 4, tb = b / 4 * 4;
  double cost = 0;
  if (ta == tb) {
    cost += whole(row + ta, -1);
    int kept = row[a]; row[a] = row[b]; row[b] = kept;
    return cost + whole(row + ta, 1);
  }
  cost += seat(row + ta, a - ta, -1) + seat(row + tb, b - tb, -1);
  int kept = row[a]; row[a] = row[b]; row[b] = kept;
  return cost + seat(row + ta, a - ta, 1) + seat(row + tb, b - tb, 1);
}

static void count(int *repeats, int *partners) {
  *repeats = *partners = 0;
  for (int a = 0; a < n; ++a)
    for (int b = a + 1; b < n; ++b) {
      if (met[a][b] > 1) *repeats += met[a][b] - 1;
      if (partnered[a][b] > 1) *partners += partnered[a][b] - 1;
    }
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  n = atoi(argv[1]); rounds = atoi(argv[2]); state = strtoull(argv[3], 0, 10) * 0x9E3779B97F4A7C15u + 1;
  double seconds = atof(argv[4]), lowest = 1e18;
  seats = n / 4 * 4;
  int out = n - seats, floor_met = 6 * (seats / 4) * rounds - n * (n - 1) / 2;
  int wanted = floor_met > 0 ? floor_met : 0;
  clock_t until = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
  int found_repeats = 1 << 30, found_partners = 1 << 30;
  for (int run = 0; clock() < until && !(found_partners == 0 && found_repeats <= wanted); ++run) {
    memset(met, 0, sizeof met); memset(partnered, 0, sizeof partnered);
    double cost = 0;
    for (int round = 0; round < rounds; ++round) {
      int in = 0, last = seats;
      for (int player = 0; player < n; ++player) {
        int turn = (player - round * out) % n; if (turn < 0) turn += n;
        if (turn < out) order[round][last++] = player; else order[round][in++] = player;
      }
      for (int at = seats - 1; at > 0; --at) {
        int other = chance() % (at + 1), kept = order[round][at];
        order[round][at] = order[round][other]; order[round][other] = kept;
      }
      for (int table = 0; table < seats; table += 4) cost += whole(order[round] + table, 1);
    }
    double hot = 2.0, cold = 0.12;
    long steps = 300000L * rounds * (1 + run % 6), step = 0;
    for (; step < steps; ++step) {
      if ((step & 4095) == 0 && clock() > until) break;
      double heat = hot * pow(cold / hot, (double)step / steps);
      int round = chance() % rounds, a = chance() % seats, b = chance() % seats;
      if (a == b || (a ^ b) == 2) continue;
      double change = swap(round, a, b);
      if (change > 0 && (chance() >> 11) * 0x1p-53 >= exp(-change / heat)) { swap(round, a, b); continue; }
      cost += change;
      if (cost < lowest - 1e-9) {
        lowest = cost;
        int repeats, partners;
        count(&repeats, &partners);
        if (partners < found_partners || (partners == found_partners && repeats <= found_repeats)) {
          found_partners = partners; found_repeats = repeats;
          memcpy(best, order, sizeof best);
        }
        if (partners == 0 && repeats <= wanted) break;
      }
    }
  }
  printf("%d %d\n", found_repeats, found_partners);
  for (int round = 0; round < rounds; ++round) {
    for (int at = 0; at < n; ++at) printf("%d%c", best[round][at], at == n - 1 ? '\n' : ' ');
  }
  return 0;
}
