import { createTheme } from '@mantine/core';

/** Text in these shades keeps a contrast of 4.5 to its ground, in light and dark. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 8,
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // To lock the scrolling it writes a style without a nonce, which the policy forbids.
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } } },
  },
});
