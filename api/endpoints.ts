import { careEndpoints } from './care/endpoints.ts'
import { catalogueEndpoints } from './catalogue/endpoints.ts'
import { uploadDocument } from './documents/upload-document.ts'
import { viewDocument } from './documents/view-document.ts'
import type { Endpoint } from './endpoint.ts'
import { viewHealth } from './health/view-health.ts'
import { viewIntegrity } from './integrity/view-integrity.ts'
import { moneyEndpoints } from './money/endpoints.ts'
import { peopleEndpoints } from './people/endpoints.ts'
import { listManifests } from './report/list-manifests.ts'
import { viewManifest } from './report/view-manifest.ts'

/** Every endpoint there is, by room, and what serves all: the API's table of contents. */
export const endpoints: readonly Endpoint[] = [
  ...careEndpoints,
  ...catalogueEndpoints,
  ...moneyEndpoints,
  ...peopleEndpoints,
  uploadDocument,
  viewDocument,
  viewHealth,
  viewIntegrity,
  listManifests,
  viewManifest,
]
