import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// `react-router dev` shows the pages; everything else comes from `npm start` beside it.
const house = 'http://localhost:3000';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), babel({ presets: [reactCompilerPreset()] })],
  // Empties its own two folders only: build/ also holds what the tests keep there.
  build: { emptyOutDir: false },
  environments: {
    client: { build: { emptyOutDir: true } },
    ssr: { build: { emptyOutDir: true } },
  },
  define: { 'import.meta.env.BUILD_YEAR': new Date().getFullYear() },
  server: { proxy: { '/api': house, '/identity': house, '/images': house, '/cards': house } },
});
