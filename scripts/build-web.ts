import { join } from 'node:path'
import { buildWeb } from './start/build-web.ts'

const HELP = 'Usage: npm run build     builds the web app into dist/web, unless it was built from these very sources'

if (process.argv.includes('--help')) console.log(HELP)
else {
  const { folder, isBuilt } = await buildWeb(join(import.meta.dirname, '..'))
  console.log(isBuilt ? `Built ${folder}` : `${folder} is up to date`)
}
