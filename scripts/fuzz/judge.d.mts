import type { DocumentedOperation } from './requests.mjs';

export declare function createJudge(): (
  operation: DocumentedOperation,
  answer: { status: number; headers: Record<string, string>; text: string },
) => string | null;
