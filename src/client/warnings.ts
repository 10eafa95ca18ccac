import type { OperationId, Warnings } from './api.ts';
import type { GantryClient } from './client.ts';
import type { AnswerTo, CallArguments } from './requester.ts';

export type Warning = Warnings[number];

/** The same client, which also reports what the service has ignored in a call: a member that it does not know or can't use. */
export function tellingWarnings(client: GantryClient, tell: (warning: Warning) => void): GantryClient {
  async function request<Id extends OperationId>(id: Id, ...options: CallArguments<Id>) {
    const answered = await client.request(id, ...options);
    for (const warning of warningsIn(answered.answer)) tell(warning);
    return answered;
  }
  async function call<Id extends OperationId>(id: Id, ...options: CallArguments<Id>): Promise<AnswerTo<Id>> {
    return (await request(id, ...options)).answer;
  }
  return { ...client, request, call };
}

function warningsIn(answer: unknown): Warning[] {
  if (typeof answer !== 'object' || answer === null || !('warnings' in answer)) return [];
  return Array.isArray(answer.warnings) ? answer.warnings.filter(isWarning) : [];
}

function isWarning(value: unknown): value is Warning {
  if (typeof value !== 'object' || value === null) return false;
  return 'path' in value && 'message' in value && [value.path, value.message].every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
