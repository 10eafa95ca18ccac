import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Call } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { idempotencyHeaders } from '../idempotency.ts';
import type { runsSubmit } from '../specs/runs.ts';
import { appSelector } from './app-selector.ts';
import { watchRun } from './watch-run.ts';

export async function submit(call: Call<typeof runsSubmit>): Promise<number | undefined> {
  const { options, printer, signal } = call;
  if (options.timeout !== undefined && !options.wait) throw new UsageError('--timeout needs --wait.');
  const mobile = appSelector(options);
  const headers = idempotencyHeaders(options.idempotencyKey);
  const prompt = await promptOf(call);
  const { client, namedProjectId } = await connect(call);
  const run = await client.call('submitRun', {
    headers,
    body: {
      prompt,
      projectId: await namedProjectId(),
      targetUrl: options.targetUrl,
      webhookUrl: options.resultUrl,
      mobile,
    },
  });
  if (options.wait) {
    return watchRun(client, run.id, { printer, signal, timeoutSeconds: options.timeout, isStream: false });
  }
  printer.show(run, () => (printer.isQuiet ? [run.id] : [`${run.id}  ${run.status}`]));
  printer.note(`Watch it: gantry runs watch ${run.id}`);
  return undefined;
}

async function promptOf({ args, options, io }: Call<typeof runsSubmit>): Promise<string> {
  const { promptFile } = options;
  if ((args.prompt === undefined) === (promptFile === undefined)) {
    throw new UsageError('Give the sentences either as <prompt> or by --prompt-file.');
  }
  if (args.prompt !== undefined) return args.prompt;
  return promptFile === '-' ? text(io.stdin) : readFile(promptFile ?? '', 'utf8');
}
