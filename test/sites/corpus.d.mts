import type { RunOutput } from '../../src/service/runs/output.ts';
import type { PlantedBug, Site } from './index.mjs';

export interface Version {
  readonly site: Site;
  readonly bug: PlantedBug | null;
  readonly label: string;
}

export interface Judgement {
  readonly label: string;
  /** The run as the service answered at its end. */
  readonly run: EndedRun;
  /** What is wrong with the verdict or its evidence. */
  readonly faults: readonly string[];
}

/** Where a running service is, and the key that it takes. */
export interface Api {
  readonly url: string;
  readonly key: string;
}

export interface EndedRun {
  id: string;
  status: string;
  error: { code: string; message: string } | null;
  durationMs: number;
  webhookStatus: string | null;
  output: RunOutput;
}

export declare const versions: readonly Version[];

export declare function judgeVersion(version: Version, api: Api): Promise<Judgement>;

export declare function judgeAll(
  chosen: readonly Version[],
  api: Api,
  options: { atOnce: number; onJudged?: (judgement: Judgement) => void },
): Promise<Judgement[]>;

export declare function runToEnd(api: Api, body: Record<string, unknown>): Promise<EndedRun>;
