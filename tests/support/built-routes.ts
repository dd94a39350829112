import type { FastifyInstance } from 'fastify'

/** A route as the router has it, whoever registered it: the documentation's are here as well. */
export type BuiltRoute = { readonly method: string; readonly url: string }

const LINE = /^([│ ]*)[├└]── (\S*)(?: \((.+)\))?$/

/** Every route of the built API, read from the router's own tree. */
export function builtRoutes(app: FastifyInstance): readonly BuiltRoute[] {
  const above: string[] = []
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent, path = '', methods] = LINE.exec(line) ?? []
      if (indent === undefined) return []
      const depth = indent.length / 4
      above.splice(depth, above.length, path)
      return (methods?.split(', ') ?? []).map((method) => ({ method, url: above.join('') }))
    })
}

/** The parameters of a route filled with ids that nothing has. */
export const pathOf = ({ url }: Pick<BuiltRoute, 'url'>): string =>
  url.replaceAll(/:\w+|\*/g, '00000000-0000-7000-8000-000000000000')
