import { defineConfig } from 'vitest/config'
import { useOwnFolder } from './scripts/own-folder.ts'
import { LongestFirst } from './scripts/test/longest-first.ts'

// Before vitest, Vite or a browser makes a temporary file.
useOwnFolder(import.meta.dirname)

/** Folders whose tests need neither Postgres nor a browser: `npm run check` runs just these. */
const pure = ['domain', 'architecture', 'web'].map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`)

export default defineConfig({
  root: import.meta.dirname,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // What they import takes longer than they do: once for all of a worker's files, as none of them changes anything there.
      // They do nothing but compute: one for each core, and none beside those below, which have workers of their own.
      {
        test: {
          name: 'pure',
          include: pure,
          testTimeout: 60_000,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'whole',
          // More than there are cores: many of them wait, and the order puts those beside the others. With four, browsers starved.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: pure,
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/left-open.ts'],
          // No more than what never ends: a busy machine takes its time.
          testTimeout: 180_000,
          hookTimeout: 240_000,
          // As above: each file ends what it starts, and a database is its own.
          isolate: false,
          // What is waited for comes late on a busy machine, not never; the default gives it a second.
          expect: { poll: { timeout: 20_000, interval: 50 } },
        },
      },
    ],
  },
})
