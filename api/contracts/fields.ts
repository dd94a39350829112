// How the fields of a list are told, for the grid. Plain code: what a screen imports, it carries.
export { type Field, type Fields, headingOf, isListed } from '#projections/report/field.ts'
