/** Posts to each URL in turn and prints the outcomes; every name is this machine. */
import { createOutbound } from '../../../dist/kernel/outbound/outbound.js';

const outbound = createOutbound({
  policy: { allowPrivate: true, allowNetworks: [] },
  lookup: async () => ['127.0.0.1'],
});
const answers = [];
for (const url of process.argv.slice(2)) {
  const { outcome, status, reason } = await outbound.post(url, {
    body: '{}',
    timeoutMs: 20_000,
    maxAnswerBytes: 10,
  });
  answers.push({ outcome, status, reason });
}
await outbound.close();
process.stdout.write(JSON.stringify(answers));
