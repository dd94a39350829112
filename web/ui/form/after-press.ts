let isPressing = false
const waiting: (() => void)[] = []

/** Listens to the pointer, so that `afterPress` knows whether something is being pressed. */
export function watchPresses(): void {
  const begin = ({ button }: MouseEvent) => {
    isPressing = button === 0
  }
  const end = () => {
    isPressing = false
    // Behind the click, which is told in the same turn.
    setTimeout(() => {
      for (const say of waiting.splice(0)) say()
    })
  }
  document.addEventListener('mousedown', begin, true)
  for (const over of ['mouseup', 'dragend']) document.addEventListener(over, end, true)
}

/**
 * Does it at once, or as soon as what is being pressed is let go of: a field that is left by pressing a button says what is
 * wrong with it behind the click, for its text would push the button from under the pointer.
 */
export function afterPress(say: () => void): void {
  if (isPressing) waiting.push(say)
  else say()
}
