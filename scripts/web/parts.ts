/** How the bundler shows the graph of modules. */
type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

/** What everybody who is signed in comes to: the frame, and where they land; and what is smaller than to fetch it. */
const SHELL =
  /\/web\/(shell\/signed-in-frame|features\/people\/dashboard\/dashboard-screen|features\/money\/my-billing\/my-summary)\.tsx$|\/kernel\/blank\.ts$/

/** What few need: who sets up a phone, at sign-in or later, fetches it then, and nobody else with their forms. */
const SECOND_FACTOR = /\/(web\/features\/people\/second-factor\/[\w-]+|api\/people\/contracts\/second-factor)\.tsx?$/

/** What administrators of people share, and nobody else fetches with their grids. */
const ADMINISTRATION =
  /\/(web\/features\/people\/(staff\/[\w-]+|roles\/(?!role-choices)[\w/-]+)|api\/people\/contracts\/(staff|role))\.tsx?$/

/** What administrators of what hospitals offer share: lists that are acted on, and what their dialogs send. */
const CATALOGUE =
  /\/(web\/(ui\/acted-list|features\/catalogue\/(categories|prices|products|services)\/[\w-]+)|api\/catalogue\/contracts\/(category|price|product|service)[\w-]*)\.tsx?$/

/** What the screens of disputes share. */
const DISPUTES =
  /\/web\/features\/money\/disputes\/(disputes-list|end-dialog|services-dialog|transaction-search)\.tsx?$/

/** What the screens of invoices share, but for what the home asks of them. */
const INVOICES = /\/web\/features\/money\/invoices\/(?!invoices-api|invoice-screens)[\w-]+\.tsx?$/

/** What lists of bills open: the bill, its acts, and what was said of it; not what the home asks of them. */
const BILLS =
  /\/web\/features\/money\/(acts|billing|documents|disputes|disputes\/chat|payments|transactions)\/(?!(?!billing)\w+-api|paid-at|chain-acts|hospital-period-filter)[\w-]+\.tsx?$/

/** The library of schemas, and contracts that several screens check by. */
const RULES =
  /\/node_modules\/zod\/|\/api\/(people\/contracts\/session|contracts\/(input|common))\.ts$|\/kernel\/(text|dates|phone-number|whole-number)\.ts$/

/** What checks forms, and what of the web needs it: else whoever needs another part of that would fetch the rules too. */
function needsRules(id: string, graph: Graph, known: Map<string, boolean>): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  known.set(id, false)
  const needs =
    RULES.test(id) ||
    (/\/web\/|\/contracts\//.test(id) &&
      (graph.getModuleInfo(id)?.importedIds.some((one) => needsRules(one, graph, known)) ?? false))
  known.set(id, needs)
  return needs
}

/**
 * The files that screens share, for the bundler (`codeSplitting.groups`). On a slow line each file costs more than its
 * bytes, so what is fetched together is one file: `start` for everybody, `shell` for who is signed in, `rules` for who
 * fills in a form, `more` for all else that several screens need. A module goes into the first that needs it, with what
 * it needs itself; what only one screen needs stays with it.
 */
export const sharedParts = (known = new Map<string, boolean>()) => [
  { name: 'start', tags: ['$initial' as const], priority: 4 },
  { name: 'shell', test: SHELL, priority: 3 },
  {
    ...{ name: 'second-factor', test: SECOND_FACTOR, priority: 3 },
    ...{ minShareCount: 2, includeDependenciesRecursively: false },
  },
  {
    ...{ name: 'administration', test: ADMINISTRATION, priority: 3 },
    ...{ minShareCount: 2, includeDependenciesRecursively: false },
  },
  {
    ...{ name: 'catalogue', test: CATALOGUE, priority: 3 },
    ...{ minShareCount: 2, includeDependenciesRecursively: false },
  },
  {
    ...{ name: 'disputes', test: DISPUTES, priority: 3 },
    ...{ minShareCount: 2, includeDependenciesRecursively: false },
  },
  {
    ...{ name: 'invoices', test: INVOICES, priority: 3 },
    ...{ minShareCount: 2, includeDependenciesRecursively: false },
  },
  {
    // Who reads a bill does not fetch what its forms are checked by.
    name: (id: string, graph: Graph) =>
      BILLS.test(id) ? (needsRules(id, graph, known) ? 'bill-forms' : 'bills') : null,
    ...{ minShareCount: 2, includeDependenciesRecursively: false, priority: 3 },
  },
  {
    name: (id: string, graph: Graph) => (needsRules(id, graph, known) ? 'rules' : null),
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  { name: 'more', minShareCount: 2, includeDependenciesRecursively: false, priority: 1 },
]
