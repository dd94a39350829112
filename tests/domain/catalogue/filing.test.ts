import { test } from 'vitest'
import { category } from '#domain/catalogue/category/category.ts'
import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import { AT, command } from '#tests/support/command.ts'
import { given } from '#tests/support/given.ts'

const stamp = { by: 'user-1', at: AT }
const two = [
  ['Imaging', 'IMAG'],
  ['Scans', 'SCAN'],
].map(([name = '', code = ''], index): CategoryEvent => {
  const categoryId = index + 1
  return { type: 'CategoryAdded', data: { categoryId, name, code, request: `request-${categoryId}`, ...stamp } }
})
const placed = (serviceId: string): CategoryEvent => ({
  type: 'ServicePlacedInCategory',
  data: { categoryId: 1, serviceId, ...stamp },
})
const filed = (serviceId: string, code: string, parentId?: string): CategoryEvent => ({
  type: 'ServiceFiled',
  data: { categoryId: 1, serviceId, code, parentId, ...stamp },
})
const struckOff = (serviceId: string): CategoryEvent => ({
  type: 'ServiceStruckOff',
  data: { categoryId: 1, serviceId, ...stamp },
})
const file = (serviceId: string, code: string, parentId?: string) =>
  command('FileService', { categoryId: 1, serviceId, code, parentId })
const scans = ['ct', 'mri', 'pet'].flatMap((id) => [placed(id), filed(id, id)])

test('no two services that are offered have one code, whatever the capitals', () => {
  given(category, ...two, ...scans)
    .when(file('ct', 'MRI'))
    .thenRefused('category_service_code_taken')
  given(category, ...two, ...scans)
    .when(command('PlaceService', { categoryId: 2, serviceId: 'new', code: 'Pet' }))
    .thenRefused('category_service_code_taken')
  given(category, ...two, ...scans, struckOff('mri'))
    .when(file('ct', 'MRI'))
    .then(filed('ct', 'MRI'))
  given(category, ...two, ...scans)
    .when(file('ct', 'ct'))
    .thenNothing()
})

test('a service stands under one that is offered, and never under itself, however many stand between', () => {
  given(category, ...two, ...scans)
    .when(file('ct', 'ct', 'mri'))
    .then(filed('ct', 'ct', 'mri'))
  given(category, ...two, ...scans)
    .when(file('ct', 'ct', 'ct'))
    .thenRefused('category_service_under_itself')
  given(category, ...two, ...scans, filed('mri', 'mri', 'ct'), filed('pet', 'pet', 'mri'))
    .when(file('ct', 'ct', 'pet'))
    .thenRefused('category_service_under_itself')
  given(category, ...two, ...scans)
    .when(file('ct', 'ct', 'nobody'))
    .thenRefused('category_service_parent_unknown')
  given(category, ...two, ...scans, struckOff('mri'))
    .when(file('ct', 'ct', 'mri'))
    .thenRefused('category_service_parent_unknown')
  given(category, ...two, ...scans, filed('ct', 'ct', 'mri'), struckOff('mri'))
    .when(file('ct', 'ctx', 'mri'))
    .then(filed('ct', 'ctx', 'mri'))
})

test('a service is struck off once, holds its category up no more, and is then filed no more', () => {
  const strike = (serviceId: string) => command('StrikeService', { serviceId })
  given(category, ...two, ...scans)
    .when(strike('ct'))
    .then(struckOff('ct'))
  given(category, ...two, ...scans, struckOff('ct'))
    .when(strike('ct'))
    .thenNothing()
  given(category, ...two, ...scans)
    .when(strike('nobody'))
    .thenNothing()
  given(category, ...two, ...scans, struckOff('ct'))
    .when(command('FileService', { categoryId: 2, serviceId: 'ct', code: 'ct' }))
    .thenRefused('category_service_deleted')
  given(category, ...two, ...scans, struckOff('ct'))
    .when(command('DeleteCategory', { categoryId: 1 }))
    .thenRefused('category_has_services', { services: 2 })
})
