/* Search in the sections of all pages, each [page, anchor, page's title, heading, text]: those that have every word, at the
 * beginning of one of theirs; the ones that have them in a heading first. */
"use strict";

function find(sections, query, most) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const has = (text, word) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
      if (at === 0 || !/[a-z0-9]/.test(text[at - 1]) || !/[a-z0-9]/.test(word[0])) return true;
    return false;
  };
  const found = [];
  for (const section of sections) {
    const [, , title, heading, text] = section.map(s => s.toLowerCase());
    let weight = 0;
    for (const word of words) {
      const one = has(heading, word) ? 8 : has(title, word) ? 3 : has(text, word) ? 1 : 0;
      if (!one) { weight = 0; break; }
      weight += one;
    }
    if (weight) found.push({ section, weight });
  }
  return found.sort((a, b) => b.weight - a.weight).slice(0, most).map(f => f.section);
}

function show(query) {
  const box = document.getElementById("found"), up = document.body.dataset.up;
  const list = find(sections, query, 30);
  document.getElementById("pages").hidden = query.trim() !== "";
  box.replaceChildren(...list.map(([page, anchor, title, heading, text]) => {
    const link = document.createElement("a"), about = document.createElement("small");
    link.href = up + page + (anchor ? "#" + anchor : "");
    link.textContent = heading;
    about.textContent = (title === heading ? "" : title + ": ") + text.slice(0, 100);
    link.append(about);
    return link;
  }));
  if (query.trim() && !list.length) box.textContent = "Nothing has all of these words.";
}

if (typeof document !== "undefined")
  document.getElementById("search").addEventListener("input", event => show(event.target.value));
else
  module.exports = find;
