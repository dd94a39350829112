import { matchRoutes, type RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { hasSpec, specRows } from '#tests/conformance/spec.ts'
import { publicScreens, signedInScreens } from '#web/shell/routes.ts'
import type { ScreenRoute } from '#web/shell/screen-route.ts'

const routeOf = ({ path, children = [] }: ScreenRoute): RouteObject => ({ path, children: children.map(routeOf) })
const routes = [...publicScreens, ...signedInScreens].map(routeOf)

/** Where an address leads: the paths of the matching routes, one below the other. */
const placeOf = (address: string) =>
  matchRoutes(routes, address)
    ?.map(({ route }) => route.path ?? '')
    .join('/')
    .replace(/^(.*)\/(?=\/)/, '')

/** The same place, whatever its parameters are called, optional ones left out. */
const plain = (path: string) => path.replaceAll(/\/[:{]\w+\?\}?/g, '').replaceAll(/:\w+|\{\w+\}/g, '{}')

const rows = hasSpec ? [...specRows('screens').values()] : []
const addresses = rows.map(({ route = '' }) => route).filter((route) => route.startsWith('/'))

test.skipIf(!hasSpec)('no detail takes the address of another screen for an id', () => {
  const swallowed = addresses.flatMap((route) => {
    const address = route.replaceAll(/\/\{\w+\?\}/g, '').replaceAll(/\{\w+\}/g, '7') || '/'
    const place = placeOf(address)
    return place === undefined || plain(place) === plain(route) ? [] : [`${route} -> ${place}`]
  })
  expect(swallowed).toEqual([])
})
