import { generateKeyPairSync, sign } from 'node:crypto';

export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** A fresh certificate that vouches for itself, for the given names and IPv4 addresses. */
export function makeIdentity(
  names: string[],
  addresses: string[] = [],
  { validUntil = new Date(Date.now() + 86_400_000) } = {},
): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const commonName = sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from('gantry test')));
  const subject = sequence(tagged(0x31, commonName));
  const alternatives = sequence(
    ...names.map((name) => tagged(0x82, Buffer.from(name))),
    ...addresses.map((address) => tagged(0x87, Buffer.from(address.split('.').map(Number)))),
  );
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x11), tagged(0x04, alternatives)),
    // It is its own authority.
    sequence(oid(0x55, 0x1d, 0x13), tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff]))))),
  );
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    subject,
    sequence(time(new Date(Date.now() - 2 * 86_400_000)), time(validUntil)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der
      .toString('base64')
      .match(/.{1,64}/g)
      ?.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function oid(...bytes: number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function time(date: Date): Buffer {
  return tagged(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`));
}
