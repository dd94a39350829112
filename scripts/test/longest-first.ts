import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By what takes longest, whatever the size of its file: whole portals and databases of their own, then browsers. */
const FOLDERS = ['architecture', 'domain', 'web', 'scripts', 'browser', 'projections', 'commands', 'api', 'support']

const placeOf = ({ moduleId }: TestSpecification): number =>
  FOLDERS.findIndex((folder) => moduleId.includes(`/tests/${folder}/`))

/**
 * Runs long files first, so that no worker is left with one when the others have ended. In a folder larger files run
 * before smaller ones, or longer before shorter where an earlier run has told; a project's files stay together.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}
