import { greyPng } from '../../kernel/png.ts';

export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A file for a page or a phone, made here: nothing of this machine is ever read for one. */
export function sampleFile(filename: string, content: string | undefined): UploadFile {
  const name = filename.split(/[/\\]/).at(-1) || 'file.txt';
  const suffix = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = kinds[suffix] ?? { mimeType: 'application/octet-stream', make: text };
  const buffer = content === undefined ? kind.make(name) : Buffer.from(content);
  return { name, mimeType: kind.mimeType, buffer };
}

const kinds: Record<string, { mimeType: string; make(name: string): Buffer }> = {
  txt: { mimeType: 'text/plain', make: text },
  md: { mimeType: 'text/markdown', make: text },
  csv: { mimeType: 'text/csv', make: () => Buffer.from('id,name\n1,Sample\n') },
  json: { mimeType: 'application/json', make: () => Buffer.from('{"name":"Sample"}\n') },
  xml: { mimeType: 'application/xml', make: () => Buffer.from('<?xml version="1.0"?>\n<sample/>\n') },
  html: { mimeType: 'text/html', make: () => Buffer.from('<!doctype html>\n<title>Sample</title>\n') },
  svg: {
    mimeType: 'image/svg+xml',
    make: () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#888"/></svg>\n',
      ),
  },
  png: { mimeType: 'image/png', make: () => greyPng(8, 8, 0xee) },
  gif: { mimeType: 'image/gif', make: gif },
  jpg: { mimeType: 'image/jpeg', make: jpeg },
  jpeg: { mimeType: 'image/jpeg', make: jpeg },
  pdf: { mimeType: 'application/pdf', make: pdf },
  zip: { mimeType: 'application/zip', make: emptyZip },
};

function text(name: string): Buffer {
  return Buffer.from(`This is a sample file named ${name}.\n`);
}

function gif(): Buffer {
  return Buffer.from('R0lGODlhAQABAIAAAIiIiAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
}

/** One grey pixel. */
function jpeg(): Buffer {
  return Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==',
    'base64',
  );
}

function pdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}${table}${trailer}`, 'latin1');
}

function emptyZip(): Buffer {
  return Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
}
