import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By what takes longest, whatever the size of its file: whole portals and databases of their own, then browsers. */
const FOLDERS = ['architecture', 'domain', 'web', 'scripts', 'browser', 'projections', 'commands', 'api', 'support']

/** Where tests wait for most of their time: for what stands still, for a limit to be reached, for a part to be missed. */
const WAITING = [
  ...['scripts/two-processes', 'scripts/drill', 'scripts/postgres-stopped', 'scripts/generate'],
  ...['projections/engine/silent', 'projections/engine/standing-still', 'projections/migrations'],
  ...['commands/silent-holder', 'commands/log/eventstore/', 'commands/processes/'],
  ...['api/limits/', 'api/health/', 'api/running/', 'api/cuts'],
]

const placeOf = ({ moduleId }: TestSpecification): number =>
  FOLDERS.findIndex((folder) => moduleId.includes(`/tests/${folder}/`))

const waits = ({ moduleId }: TestSpecification): boolean =>
  WAITING.some((start) => moduleId.includes(`/tests/${start}`))

/** One of each in turn, and then what is left of either. */
const alternating = <T>(some: readonly T[], others: readonly T[]): T[] =>
  Array.from({ length: Math.max(some.length, others.length) }, (_, at) => [some[at], others[at]])
    .flat()
    .filter((one) => one !== undefined)

/**
 * Runs long files first, so that no worker is left with one when the others have ended; of those that wait one beside
 * each that computes, as long as there are any. In a folder larger files run before smaller ones, or longer before
 * shorter where an earlier run has told; a project's files stay together.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      const waiting = own.filter(waits)
      return alternating(
        waiting,
        own.filter((file) => !waiting.includes(file)),
      )
    })
  }
}
