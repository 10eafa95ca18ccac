import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative to the `<base>` that the service writes: it may be reached below any path.
  base: './',
  plugins: [react()],
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // On a slow machine the start would print how long each plugin took.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
