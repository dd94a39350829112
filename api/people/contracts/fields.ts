// What the lists of people show, for their screens. Plain data: what a screen imports, it carries.
export { HOLIDAY_FIELDS } from '#projections/people/holiday/fields.ts'
