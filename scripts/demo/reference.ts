import { CATALOGUE_EDITION, loadCatalogueReference } from './catalogue/reference.ts'
import type { Installation } from './installation.ts'
import { loadPeopleReference, PEOPLE_EDITION } from './people/reference.ts'

/** What each room starts with, in the order in which it is loaded, and its edition. */
const ROOMS = [
  { edition: PEOPLE_EDITION, load: loadPeopleReference },
  { edition: CATALOGUE_EDITION, load: loadCatalogueReference },
]

/** Of which edition the reference data are: loaded again, they add what is new and undo nothing. */
export const REFERENCE_EDITIONS: readonly number[] = ROOMS.map(({ edition }) => edition)

/**
 * Loads what every installation starts with, through the commands; run again it adds nothing, and undoes nothing that an
 * administrator changed.
 */
export async function loadReferenceData(installation: Installation): Promise<void> {
  for (const { load } of ROOMS) await load(installation)
}
