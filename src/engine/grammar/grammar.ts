import { Grammar } from './chart.ts';
import { claimRules } from './claim-rules.ts';
import { stepRulesOfAll } from './step-rules.ts';
import { terminals } from './terminals.ts';
import { thingRules } from './thing-rules.ts';
import { timeRulesOfAll } from './time-rules.ts';

/** Everything that a sentence may be. `docs/grammar.txt` shows it on two pages. */
export const grammar = new Grammar(terminals, [
  ...stepRulesOfAll,
  ...timeRulesOfAll,
  ...claimRules,
  ...thingRules,
]);
