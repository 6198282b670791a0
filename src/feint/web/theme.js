/** Sets the theme that was chosen in the settings. No module: the page waits for it, and is never drawn in other colours first. */

(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem("feint.settings") ?? "{}");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // nothing is stored, or it isn't ours: the system's theme
  }
})();
