interface PastedInto {
  readonly isConnected: boolean;
  readonly ownerDocument: { execCommand(command: 'insertText', showUi: false, text: string): boolean };
  dispatchEvent(event: object): boolean;
}

declare const DataTransfer: new () => { setData(type: string, text: string): void };
declare const ClipboardEvent: new (
  type: 'paste',
  options: { clipboardData: object; bubbles: true; cancelable: true; composed: true },
) => object;

/**
 * Pastes where the caret of its document is, as keys would; but keys go to whichever frame has the focus when they arrive.
 * False where the field has gone. Runs in the page, as text: it may use nothing from outside itself.
 */
export function pasteText(field: PastedInto, texts: Readonly<Record<string, string>>): boolean {
  if (!field.isConnected) return false;
  const clipboardData = new DataTransfer();
  for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text);
  const options = { clipboardData, bubbles: true, cancelable: true, composed: true } as const;
  const isLeftToBrowser = field.dispatchEvent(new ClipboardEvent('paste', options));
  if (isLeftToBrowser) field.ownerDocument.execCommand('insertText', false, texts['text/plain'] ?? '');
  return true;
}
