import { packedBrowser } from '#scripts/browser/packed-browser.ts'
import { ROOT } from './source-files.ts'

/** Unpacks the browser into the folder it is given, as whoever runs it, and prints where it stands. */
const [folder = ''] = process.argv.slice(2)
console.log((await packedBrowser(ROOT, folder)).executablePath)
