import { startPhone } from './phone.mjs';
import { startReceiver } from './receiver.mjs';
import { examineMachine, startService } from './service.mjs';
import { openShop } from './shop/shop.mjs';

/** Everything that the demo needs, each part told of when it is there. */
export async function setUp(stage, narrator, { withPhone }) {
  narrator.working('looking at this machine');
  const lookedMs = performance.now();
  const examined = await examineMachine(stage);
  narrator.done('Browser', browserIn(examined), lookedMs);

  const shopUrl = await openShop(stage);
  narrator.done('Sample shop', `${shopUrl}  a tea shop with a bug in it`);
  const receiver = await startReceiver(stage);
  narrator.done('Receiver', `${receiver.url}  verifies signatures`);

  narrator.working('starting the service, with a database of its own');
  const startedMs = performance.now();
  const phoneStart = withPhone ? await startPhone(stage) : notWanted;
  const starting = [
    startService(stage, { appiumUrl: phoneStart.url }).then((service) => {
      narrator.done('Service', `${service.url}  with a PostgreSQL and a folder of its own`, startedMs);
      return service;
    }),
    phoneStart.ready.then((phone) => {
      tellOfPhone(narrator, phone, startedMs);
      return phone;
    }),
  ];
  // Nothing may come up behind a stage that is being closed.
  await Promise.allSettled(starting);
  const [service, phone] = await Promise.all(starting);
  return { service, shopUrl, receiver, phone };
}

const notWanted = { ready: Promise.resolve({ isUp: false, why: '--no-phone' }) };

function browserIn(examined) {
  const { found } = examined.find(({ part }) => part === 'Web runs');
  return found.split(', sandbox')[0];
}

function tellOfPhone(narrator, { isUp, version, why }, startedMs) {
  if (isUp) narrator.done('Phone', `Appium ${version}; no real phone: its driver only pretends`, startedMs);
  else narrator.without('Phone', `left out, with its test: ${why.split('\n').at(-1)}`);
}
