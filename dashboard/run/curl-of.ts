import type { Run } from '../../src/client/index.ts';
import { curlPost } from '../parts/curl.ts';

/** The call that starts the same again. */
export function curlOf(run: Run): string {
  return run.prompt === null
    ? curlPost(`runs/${run.id}/rerun`, {})
    : curlPost('runs', submissionOf(run, run.prompt));
}

function submissionOf({ projectId, targetUrl, webhookUrl, appId }: Run, prompt: string): object {
  return {
    projectId,
    prompt,
    ...(targetUrl !== null && { targetUrl }),
    ...(webhookUrl !== null && { webhookUrl }),
    ...(appId !== null && { mobile: { appId } }),
  };
}
