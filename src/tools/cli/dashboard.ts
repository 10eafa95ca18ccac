import type { CommandCall } from './command.ts';
import { connect } from './connect.ts';
import type { dashboard } from './specs/access.ts';

export async function signIn(call: CommandCall<typeof dashboard>): Promise<undefined> {
  const { client } = await connect(call);
  const issued = await client.call('issueSignInCode');
  call.printer.show(issued, () => [issued.url]);
  call.printer.note('Open it in a browser within 5 minutes; it works once.');
}
