"""Whether the links between installed documents lead to something. usage: links.py FOLDER"""

import re
import sys
from pathlib import Path

folder = Path(sys.argv[1]).resolve()
documents = sorted(folder.rglob("*.md"))
broken: list[str] = []
links = 0


def anchors(text: str) -> set[str]:
    """Of the headings of a document, as GitHub and DocC make them, in lower case."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().replace(" ", "-").lower() for heading in headings}


for document in documents:
    text = document.read_text("utf-8")
    outside_code = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    broken += [f"{document}: {link}" for link in re.findall(r"<doc:.*?>", outside_code)]
    for link in re.findall(r"\]\(([^)\s]+)\)", outside_code):
        if re.match(r"\w+:", link):
            continue
        links += 1
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        if not target.is_relative_to(folder) or not target.exists():
            broken.append(f"{document}: {link}")
        elif anchor and anchor.lower() not in anchors(target.read_text("utf-8")):
            broken.append(f"{document}: {link}: no such heading")
print(f"{len(documents)} documents, {links} links")
if broken:
    sys.exit("\n".join(["links that lead nowhere:", *broken]))
