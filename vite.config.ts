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
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (!entry.isFile() || !compressible.test(entry.name) || path.includes('.vite')) continue
        const bytes = await readFile(path)
        if (bytes.length < 1024) continue
        await writeFile(`${path}.gz`, await asGzip(bytes, { level: 9 }))
        await writeFile(`${path}.br`, await asBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
      }
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
    // One sheet: all of them together are 22 KB on the line, and each file costs more than its bytes there.
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
