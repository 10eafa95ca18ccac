export interface ApiFault {
  operationId: string;
  lane: number;
  number: number;
  fault: string;
  /** The request as a shell sends it. */
  curl: string;
}

export interface ApiReport {
  requests: number;
  statuses: Record<string, number>;
  succeeded: string[];
  neverSucceeded: string[];
  faults: ApiFault[];
}

export declare function fuzzApi(options: {
  url: string;
  key: string;
  count: number;
  seconds: number;
  seed: number;
  lanes?: number;
  onProgress?: (report: Pick<ApiReport, 'requests' | 'faults'>) => void;
}): Promise<ApiReport>;
