// Stands in the page itself, so that it costs no request: what need not wait for the app's scripts is begun here. The
// content security policy lets it in by its hash.
;(function (page) {
  // The scheme, before the first paint.
  var chosen = 'auto'
  var session
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
    session = JSON.parse(localStorage.getItem('chf.session'))
  } catch (error) {
    session = undefined
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // Nothing is built yet while one develops.
  if (!page) return

  // The files of the screen that the address opens, beside the entry rather than after it has run.
  var isIn = Boolean(session) && Date.parse(session.expiresAt) > Date.now()
  var screen = page.screens.find(function (one) {
    return new RegExp(one.address).test(location.pathname)
  })
  if (screen && !screen.isPublic && !isIn) screen = page.signIn
  if (!screen) return
  function preload(file) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = page.files[file]
    return document.head.appendChild(link)
  }
  var links = screen.files.map(preload)
  // The grid is as large as all others together: beside them from the start it would hold up the entry, and with it
  // what the screen asks. Behind the first of them the line is never idle.
  if (screen.grid.length > 0)
    links[0].addEventListener('load', function () {
      screen.grid.forEach(preload)
    })

  // What the frame asks, by whoever is signed in: web/shell/asked-first.ts takes the answers.
  if (screen.isPublic) return
  var asked = { token: session.token, answers: {} }
  page.asks.forEach(function (path) {
    asked.answers[path] = fetch(path, { headers: { authorization: 'Bearer ' + session.token } })
    asked.answers[path].catch(function () {})
  })
  window.chfAsked = asked
})(PAGE)
