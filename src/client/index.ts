export * from './api.ts';
export { createClient, type GantryClient } from './client.ts';
export {
  contrastOf,
  durationText,
  issuesBesideSteps,
  titleOfRun,
  type Verdict,
  verdictOf,
} from './describe.ts';
export { parseDeviceText } from './device-text.ts';
export { type ErrorCode, GantryError, UnreachableError } from './errors.ts';
export type { EventOptions, EventType, GantryEvent } from './events.ts';
export { pages, type RecordOf, records } from './pages.ts';
export { type FieldSchema, type Records, recordSchemas } from './record-schemas.ts';
export type { Answered, AnswerTo, CallArguments, CallOptions, ClientOptions } from './requester.ts';
export type { Retry } from './retry.ts';
export { type Content, type Upload, type Uploaded, type UploadProgress, uploadApp } from './uploads.ts';
export {
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookRefusal,
  WebhookVerificationError,
} from './verify-webhook.ts';
export { type WaitOptions, WaitTimeoutError, waitForBatch, waitForRun } from './waiting.ts';
export { tellingWarnings, type Warning } from './warnings.ts';
