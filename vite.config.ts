import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstPage } from './scripts/web/first-page.ts'
import { sharedParts } from './scripts/web/parts.ts'

const asGzip = promisify(gzip)
const asBrotli = promisify(brotliCompress)
const compressible = /\.(js|css|html|svg|json|txt)$/

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < 1024) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [small, smallest] = await Promise.all([asGzip(bytes, { level: 9 }), asBrotli(bytes, { params })])
  await Promise.all([writeFile(`${path}.gz`, small), writeFile(`${path}.br`, smallest)])
}

/** Writes `.gz` and `.br` beside each built text file, so that the server compresses nothing at run time. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      await Promise.all(paths.filter((path) => compressible.test(path) && !path.includes('.vite')).map(compress))
    },
  }
}

export default defineConfig({
  root: 'web',
  plugins: [react(), firstPage(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    // One sheet, 22 KB on the line: it comes in the page (scripts/web/first-page.ts).
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false,
    rolldownOptions: {
      // A contract that nobody on a screen asks is left out, and zod with it where none is.
      treeshake: { manualPureFunctions: ['z'] },
      output: { codeSplitting: { groups: sharedParts() } },
    },
  },
  server: { proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:3000' } },
})
