import type { Run } from '../../src/client/index.ts';

/** The call that starts the same again. The key is left for the reader's shell to fill in. */
export function curlOf(run: Run): string {
  const [path, body] =
    run.prompt === null ? [`runs/${run.id}/rerun`, {}] : ['runs', submissionOf(run, run.prompt)];
  return [
    `curl -X POST ${quoted(`${document.baseURI}api/v1/${path}`)}`,
    '-H "Authorization: Bearer $GANTRY_API_KEY"',
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
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

/** One word for a POSIX shell, whatever stands in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
