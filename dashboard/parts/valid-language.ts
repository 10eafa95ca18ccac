/**
 * uPlot makes a number format in the language of the browser as it loads. A Chromium in the POSIX locale says
 * `en-US@posix`, which is no language tag: the format would throw, and the page would stay empty.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
