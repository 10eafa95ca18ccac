import { join } from 'node:path';
import { it, onTestFinished } from 'vitest';
import { preparesInPieces } from './large-app.ts';
import { tarGzOf, temporaryFolder } from './support.ts';

it('the folder of prepared apps holds a large app in pieces only, made of Shop.tgz to .zip', async () => {
  const place = await temporaryFolder();
  onTestFinished(() => place.remove());
  await preparesInPieces(join(place.folder, 'apps'), 'Shop.tgz', '.zip', (content) =>
    tarGzOf([{ name: 'Shop.app/Shop', content }]),
  );
});
