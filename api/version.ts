import { readFileSync } from 'node:fs'

/** The version that package.json names. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)
