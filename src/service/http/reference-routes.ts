import { createHash } from 'node:crypto';
import { openApiPath } from './openapi.ts';
import type { HttpServer } from './parts.ts';
import { unlisted } from './route-declaration.ts';

/** The OpenAPI document, and the same as a page that people read; each is made when it is first asked for. */
export function referenceRoutes(app: HttpServer): void {
  const document = once(() => JSON.stringify(app.swagger()));
  const page = once(() => renderReference(app.swagger()));
  app.get(openApiPath, unlisted, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  app.get('/docs', unlisted, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page()),
  );
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const style = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6675; --line: #dfe4ea; --paper: #fff; --side: #f6f8fa; --link: #0b62c4; --good: #1a7f4b; --care: #96590a; --bad: #b42323; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --soft: #9aa6b5; --line: #2c3440; --paper: #12161c; --side: #181d25; --link: #6db0ff; --good: #5fd398; --care: #e8b25c; --bad: #ff8d85; } }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); color: var(--ink); background: var(--paper); font: 15px/1.55 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem; background: var(--side); border-right: 1px solid var(--line); }
nav h1 { margin: 0 0 1rem; font-size: 1.2rem; }
nav h2 { margin: 1.2rem 0 .3rem; font-size: .72rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { padding: .1rem 0; }
main { max-width: 60rem; padding: 1.5rem 2.5rem 6rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
.lead { font-size: 1.25rem; }
section > h2 { margin-top: 3rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
article { padding: .6rem 0 1.4rem; scroll-margin-top: 1rem; }
article h3 { margin: 1rem 0 .4rem; }
h4 { margin: 1rem 0 .3rem; font-size: .8rem; color: var(--soft); }
code { font: .9em ui-monospace, monospace; }
.call { padding: .5rem .75rem; background: var(--side); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
.get, .s2 { color: var(--good); } .post { color: var(--link); } .patch, .s4 { color: var(--care); } .delete, .s5 { color: var(--bad); }
table { width: 100%; border-collapse: collapse; font-size: .92em; }
td, th { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-size: .75rem; color: var(--soft); }
small { color: var(--soft); }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; } main { padding: 1rem; } }
`;

/** The page is plain HTML with one style sheet inside: it loads nothing and runs nothing. */
const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  description?: string;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Array<{ name: string; in: string; required?: boolean; schema: Schema; description?: string }>;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Answer | { $ref: string }>;
}

interface Answer {
  description: string;
  content?: Record<string, { schema: Schema }>;
}

interface Description {
  info: { title: string; summary?: string; description?: string };
  tags: Array<{ name: string; description: string }>;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}

/** The OpenAPI document of this service as a page; it knows just what our own routes produce. */
function renderReference(document: object): string {
  const { info, tags, paths, webhooks, components } = document as Description;
  const received = Object.values(webhooks).map((methods) => ['{webhookUrl}', methods] as const);
  const answerOf = (answer: Answer | { $ref: string }) =>
    '$ref' in answer ? components.responses[nameIn(answer.$ref)] : answer;
  const operations = [...Object.entries(paths), ...received].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, answerOf })),
  );
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
  const schemas = Object.entries(components.schemas).sort(([a], [b]) => a.localeCompare(b));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API reference</title>
<style>${style}</style>
</head>
<body>
<nav>
<h1>${escapeHtml(info.title)}</h1>
${tags
  .map(
    ({ name }) =>
      `<h2>${escapeHtml(name)}</h2><ul>${ofTag(name)
        .map(
          ({ operation }) =>
            `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`,
        )
        .join('')}</ul>`,
  )
  .join('\n')}
<h2>Schemas</h2><ul>${schemas.map(([name]) => `<li><a href="#schema-${name}">${name}</a></li>`).join('')}</ul>
</nav>
<main>
<p class="lead">${escapeHtml(info.summary ?? '')}</p>
<p>${prose(info.description ?? '')} The document itself is at <a href="${openApiPath}">${openApiPath}</a>.</p>
<p>Send the API key with every call: <code>Authorization: Bearer gk_…</code></p>
${tags
  .map(
    ({ name, description }) =>
      `<section><h2>${escapeHtml(name)}</h2><p>${prose(description)}</p>${ofTag(name).map(renderOperation).join('\n')}</section>`,
  )
  .join('\n')}
<section><h2>Schemas</h2>${schemas.map(renderSchema).join('\n')}</section>
</main>
</body>
</html>
`;
}

function renderOperation({
  path,
  method,
  operation,
  answerOf,
}: {
  path: string;
  method: string;
  operation: Operation;
  answerOf: (answer: Answer | { $ref: string }) => Answer | undefined;
}): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content['application/json']?.schema;
  return `<article id="${operationId}">
<h3>${escapeHtml(summary)}</h3>
<p class="call"><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></p>
${description ? `<p>${prose(description)}</p>` : ''}
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${table(parameters.map(({ name, in: place, required, schema, description }) => row(`${name} <small>${place}</small>`, schema, required === true, description)))}`}
${body ? `<h4>Body</h4><p>${typeOf(body)}</p>` : ''}
<h4>Answers</h4>
<table>${Object.entries(responses)
    .map(([status, answer]) => {
      const { description = '', content } = answerOf(answer) ?? {};
      const schema = content?.['application/json']?.schema;
      return `<tr><td><b class="s${status[0]}">${status}</b></td><td>${schema ? typeOf(schema) : ''}</td><td>${Number(status) < 400 ? '' : escapeHtml(description)}</td></tr>`;
    })
    .join('')}</table>
</article>`;
}

function renderSchema([name, schema]: [string, Schema]): string {
  const { properties = {}, required = [] } = schema;
  const rows = Object.entries(properties).map(([member, part]) =>
    row(escapeHtml(member), part, required.includes(member), part.description),
  );
  return `<article id="schema-${name}"><h3>${name}</h3>${table(rows)}</article>`;
}

function table(rows: string[]): string {
  return `<table><tr><th>Name</th><th>Type</th><th>Needed</th><th>Notes</th></tr>${rows.join('')}</table>`;
}

function row(name: string, schema: Schema, required: boolean, description = ''): string {
  return `<tr><td><code>${name}</code></td><td>${typeOf(schema)}</td><td>${required ? 'required' : ''}</td><td>${prose([description, boundsOf(schema)].filter(Boolean).join('; '))}</td></tr>`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = nameIn(schema.$ref);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.enum)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' or ');
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (schema.properties) {
    const members = Object.entries(schema.properties).map(
      ([name, part]) => `${escapeHtml(name)}: ${typeOf(part)}`,
    );
    return `{ ${members.join(', ')} }`;
  }
  return escapeHtml([schema.type].flat().join(' or ') + (schema.format ? ` (${schema.format})` : ''));
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

function boundsOf({ minimum, maximum, default: byDefault }: Schema): string {
  const bounds = [
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    byDefault !== undefined && `default ${byDefault}`,
  ];
  return bounds.filter(Boolean).join(', ');
}

function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
