/** A call of the API that can be pasted into a shell. The key is left for the reader's shell to fill in. */
export function curlPost(path: string, body: object): string {
  return [
    `curl -X POST ${quoted(`${document.baseURI}api/v1/${path}`)}`,
    '-H "Authorization: Bearer $GANTRY_API_KEY"',
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

/** One word for a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
