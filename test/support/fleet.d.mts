import type { ChildProcess } from 'node:child_process';

export interface Member {
  role: string;
  child: ChildProcess;
  url: string;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  log(): string;
  isAlive(): boolean;
}

export interface MemberOptions {
  platforms?: string;
  slots?: number;
  settings?: Record<string, string>;
}

export interface Fleet {
  members: ReadonlySet<Member>;
  start(role: 'api' | 'worker', options?: MemberOptions): Promise<Member>;
  close(): Promise<void>;
}

export declare function createFleet(options: {
  databaseUrl: string;
  dataDir: string;
  apiKey: string;
  settings?: Record<string, string>;
}): Fleet;
