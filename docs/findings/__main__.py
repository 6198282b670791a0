"""Write the document and its plots."""

from findings.document import main

main()
