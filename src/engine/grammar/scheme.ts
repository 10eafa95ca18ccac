/** `DD.MM.YYYY` */
export const dateFormat = /^(?:DD[./ -]MM[./ -]YY(?:YY)?|MM[./ -]DD[./ -]YY(?:YY)?|YYYY[./ -]MM[./ -]DD)$/;
/** What means something else to those who write such patterns in another way. */
const otherNotation = /\\[dwsb]|\[[^\]]*-[^\]]*\]|\{\d+(?:,\d*)?\}|[.)\]][*+]|X{2}|\?/;

/** How a text is built: `AB-####`, with "#" for each digit. */
export function isScheme(text: string): boolean {
  return dateFormat.test(text) || (text.includes('#') && !otherNotation.test(text));
}
