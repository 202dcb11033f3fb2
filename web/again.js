// Comes in place of a script that the server no longer has, since it was updated: loads the page again, with
// today's scripts. At most once a minute, so that servers of two versions side by side make no endless loop.
{
  const { reloaded = 0 } = history.state ?? {};
  if (Date.now() - reloaded > 60_000) {
    history.replaceState({ ...history.state, reloaded: Date.now() }, "");
    location.reload();
  }
}
