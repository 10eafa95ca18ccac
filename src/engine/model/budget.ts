import { type Clock, systemClock } from '../../kernel/clock.ts';
import { ExecutionFailure } from '../report.ts';

/** What a model may use over one run. */
export interface ModelLimits {
  callsPerRun: number;
  tokensPerRun: number;
  msPerRun: number;
}

/** What one run has used of its limits. Time counts only while the model or its tools are at work. */
export interface Budget {
  /** Before each call; throws `ExecutionFailure` when nothing is left for it. */
  takeCall(): void;
  spendTokens(tokens: number): void;
  remainingMs(): number;
  /** Ends the work, by its signal, when the time is used up. */
  during<Result>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

export function createBudget(limits: ModelLimits, clock: Clock = systemClock): Budget {
  let calls = 0;
  let tokens = 0;
  let usedMs = 0;
  let beganAtMs: number | null = null;
  const remainingMs = () => limits.msPerRun - usedMs - (beganAtMs === null ? 0 : clock.now() - beganAtMs);

  return {
    takeCall() {
      if (calls >= limits.callsPerRun) throw usedUp(`${limits.callsPerRun} model calls`);
      if (tokens >= limits.tokensPerRun) throw usedUp(`${limits.tokensPerRun} tokens`);
      calls += 1;
    },
    spendTokens(spent) {
      tokens += spent;
    },
    remainingMs,
    async during(signal, work) {
      const out = outOfTime(limits);
      if (remainingMs() <= 0) throw out;
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(out), remainingMs());
      beganAtMs = clock.now();
      try {
        return await work(AbortSignal.any([signal, over.signal]));
      } catch (error) {
        signal.throwIfAborted();
        throw over.signal.aborted ? out : error;
      } finally {
        clearTimeout(timer);
        usedMs += clock.now() - beganAtMs;
        beganAtMs = null;
      }
    },
  };
}

function outOfTime(limits: ModelLimits): ExecutionFailure {
  return usedUp(`${Math.round(limits.msPerRun / 1_000)} seconds of work by the model`);
}

function usedUp(what: string): ExecutionFailure {
  return new ExecutionFailure(
    'MODEL_BUDGET',
    `The run has used up the ${what} that it may have; make the test smaller or raise the limit.`,
  );
}
